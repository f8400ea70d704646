/**
 * Former names of municipalities, by IBGE code, because people still use them in searches and imports. The current names come from the IBGE. A former
 * name that differs only in accents, hyphens or apostrophes needs no entry.
 */
export const FORMER_NAMES: Readonly<Record<number, readonly string[]>> = {
  1400605: ['São Luiz'],
  1708254: ['Fortaleza do Tabocão'],
  2400208: ['Açu'],
  2401206: ['Arês'],
  2401305: ['Augusto Severo', 'Augusto Severo (Campo Grande)'],
  2405306: ['Boa Saúde', 'Januário Cicco (Boa Saúde)'],
  2613107: ['São Caetano'],
  2800100: ['Amparo de São Francisco'],
  2802601: ['Gracho Cardoso'],
  2922250: ['Muquém de São Francisco'],
  2928505: ['Santa Teresinha'],
  3105509: ['Barão de Monte Alto'],
  3122900: ['Dona Eusébia'],
  3165206: ['São Thomé das Letras'],
  3516101: ['Florínia'],
  5107800: ['Santo Antônio do Leverger'],
}
