// Guesses the fields of a description that a person has typed.
import { fold, wordsOf } from '../../ui/grid/fold.ts'
import { fieldsOf, namesOf, type Lists, type Work } from './lists.ts'

/** Shorter words, such as 'de', tell nothing about the work. */
const SHORTEST = 3

/** The first option of each list, for a company in which nobody has entered time. */
const firstOf = ({ atividades: [activity], categoria: [category], modulo: [module] }: Lists): Work => ({
  CODIGOATIVIDADE: activity?.CODIGOATIVIDADE ?? null,
  CODIGOCATEGORIA: category?.CODIGOCATEGORIA ?? null,
  CODIGOMODULO: module?.CODIGOMODULO ?? null,
  CODIGOTAG: null,
})

/**
 * The fields of a new entry with this description. Activity, category, module and tag are those of the earlier entry that shares most words with the
 * description, the newest one first; if none shares a word, those of the most frequent work, without tag.
 */
export function guessOf(lists: Lists, description: string) {
  const words = wordsOf(description).filter((word) => word.length >= SHORTEST)
  const isOffered = (work: Work) => {
    const { ACTIVITY, CATEGORY, MODULE } = namesOf(lists, work)
    return ACTIVITY !== null && CATEGORY !== null && MODULE !== null
  }
  const known = lists.sugestoes.filter(isOffered)
  const sharedBy = ({ DESCRICAO }: (typeof known)[number]) => words.filter((word) => ` ${fold(DESCRICAO ?? '')}`.includes(` ${word}`)).length
  const [alike] = known.filter((one) => sharedBy(one) > 0).toSorted((a, b) => sharedBy(b) - sharedBy(a))
  const frequent = lists.frequente && { ...lists.frequente, CODIGOTAG: null }
  const work = alike ?? (frequent && isOffered(frequent) ? frequent : (known[0] ?? firstOf(lists)))
  return { like: { ...fieldsOf(lists, work), descricao: description }, names: namesOf(lists, work) }
}
