// The three tabs of an account's details.
import '../../ui/strip.css'
import '../../ui/feedback/message.css'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { dateBr, dayBr } from '../../../shared/clock.ts'
import { messages, overdue, type WholeAccount } from '../../../shared/features/nfse.ts'
import { cepBr, documentBr, phoneBr } from '../../../shared/format-br.ts'
import { Dot, type Tone } from '../../ui/grid/Status.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { ClientLink } from '../clients/ClientLink.tsx'
import { rateBr } from './columns.tsx'
import { hasNote, hasSlip } from './download.ts'
import table from './rows.module.css'
import css from './details.module.css'

export const reais = (value: number | null) => (value === null ? NO_VALUE : reaisBr(value))

/** Removes duplicate reasons, because both documents may lack the same data. */
const said = (...reasons: Text[]) => [...new Set(reasons.flatMap((one) => one || []))]

export function General({ of }: { of: WholeAccount }) {
  const rate = of.TAXA_ISSQN_CONTA
  const isPaidByUs = (of.VALOR_ISSQN_CONTA ?? 0) > 0 && of.VALOR_LIQUIDO === of.VALOR_CONTA
  const refused = said(of.RECUSA_NFSE, of.RECUSA_BOLETO)
  const lacking = said(of.IMPEDIMENTO_NFSE, of.IMPEDIMENTO_BOLETO).filter((one) => !refused.includes(one))
  return (
    <>
      {refused.map((reason) => (
        <p key={reason} className="problem">
          <CircleAlert aria-hidden /> {reason}
        </p>
      ))}
      {lacking.map((reason) => (
        <p key={reason} className="problem" data-warn>
          <TriangleAlert aria-hidden /> {reason}
          {reason !== overdue(of.DATA_VENCTO ?? '') && ' Corrija aqui, ou na origem e peça o mês de novo em Carga de dados.'}
        </p>
      ))}
      {of.NFSE_CANCELADA && (
        <p className="problem" data-calm>
          <Info aria-hidden /> NFS-e cancelada em {dateBr(of.NFSE_CANCELADA)}.
        </p>
      )}
      {of.AVISOS?.map((warning) => (
        <p key={warning} className="problem" data-warn>
          <TriangleAlert aria-hidden /> {warning}
        </p>
      ))}
      <dl className="strip">
        <div>
          <dt>Valor</dt>
          <dd>{reais(of.VALOR_CONTA)}</dd>
        </div>
        <div>
          <dt>
            ISSQN{rate !== null && ` ${rateBr(rate)}`}
            {isPaidByUs && ' (não retido)'}
          </dt>
          <dd>{reais(of.VALOR_ISSQN_CONTA)}</dd>
        </div>
        <div>
          <dt>Valor líquido</dt>
          <dd>{reais(of.VALOR_LIQUIDO)}</dd>
        </div>
        <div>
          <dt>Vencimento</dt>
          <dd>{of.DATA_VENCTO ? dayBr(of.DATA_VENCTO) : NO_VALUE}</dd>
        </div>
      </dl>
      <div className={css.parties}>
        <Party
          title="Prestador"
          name={of.RAZAO_SOCIAL_PRESTADOR}
          document={of.CNPJ_PRESTADOR}
          registration={of.INSCRICAO_MUNICIPAL_PRESTADOR}
          street={[of.LOGRADOURO_PRESTADOR, of.NUMERO_PRESTADOR, of.COMPLEMENTO_PRESTADOR, of.BAIRRO_PRESTADOR, of.CIDADE_PRESTADOR, of.UF_PRESTADOR]}
          cep={of.CEP_PRESTADOR}
          phone={of.TELEFONE_PRESTADOR}
        />
        <Party
          title="Tomador"
          name={of.RAZAO_SOCIAL_TOMADOR}
          document={of.CNPJ_TOMADOR}
          registration={of.INSCRICAO_MUNICIPAL_TOMADOR}
          street={[of.LOGRADOURO_TOMADOR, of.NUMERO_TOMADOR, of.COMPLEMENTO_TOMADOR, of.BAIRRO_TOMADOR, of.CIDADE_TOMADOR, of.UF_TOMADOR]}
          cep={of.CEP_TOMADOR}
          phone={of.TELEFONE_TOMADOR}
          client={of.CLIENTE}
        />
      </div>
      <dl className={css.text}>
        <div>
          <dt>Discriminação</dt>
          <dd>{of.DISCRIMINACAO || NO_VALUE}</dd>
        </div>
        {of.SERVICO_CONTA && (
          <div>
            <dt>Serviço</dt>
            <dd>{of.SERVICO_CONTA}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

type Text = string | null | undefined
interface PartyProps {
  title: string
  name: Text
  document: Text
  registration: Text
  street: Text[]
  cep: Text
  phone: Text
  /** The client of the register that the party is. */
  client?: WholeAccount['CLIENTE']
}
function Party({ title, name, document, registration, street, cep, phone, client }: PartyProps) {
  const place = street.filter(Boolean).join(', ')
  const address = cep ? (
    <>
      {place && `${place}, `}
      <span className={css.cep}>CEP {cepBr(cep)}</span>
    </>
  ) : (
    place
  )
  const isPerson = document?.replaceAll(/\D/g, '').length === 11
  const facts = [
    ['Razão Social', name],
    [isPerson ? 'CPF' : 'CNPJ', document && documentBr(document)],
    ['Inscrição municipal', registration],
    ['Endereço', address],
    ['Telefone', phone && phoneBr(phone)],
    ...(client
      ? [
          [
            'Cliente',
            <ClientLink key="cliente" id={client.id}>
              {client.nome ?? NO_VALUE}
            </ClientLink>,
          ] as const,
        ]
      : []),
  ] as const
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || NO_VALUE}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const KINDS = { queued: 'off', sent: 'accent', retried: 'warn', issued: 'ok', refused: 'danger', changed: 'off' } as const
/**
 * Tones by the wording of an event, for upstream systems that send no event type. The rules match typical phrases, since the wordings are not a
 * closed list. Refusals are worded like the reasons for missing data.
 */
const TONES: [says: RegExp, tone: Tone][] = [
  [/nova tentativa|ainda não/i, 'warn'],
  [/emitid|autorizad|registrad/i, 'ok'],
  [/^colocad|\bfila\b/i, 'off'],
  [/\bsem\b|\bnão\b|\bdevem?\b|\btem\b|recus|rejei|erro|falh|^[A-Z]+\d+:/i, 'danger'],
  [/enviad|gerad|process/i, 'accent'],
]

function toneOf({ tipo, descricaoEvento: said }: WholeAccount['eventosNotas'][number], refused: Text): Tone {
  if (tipo) return KINDS[tipo]
  return said !== null && said === refused ? 'danger' : (TONES.find(([says]) => says.test(said ?? ''))?.[1] ?? 'off')
}

interface EventsProps {
  label: string
  of: WholeAccount['eventosNotas']
  /** Reason for the last refusal. */
  refused: Text
}
export const Events = ({ label, of, refused }: EventsProps) => (
  <table className={table.rows}>
    <thead>
      <tr>
        <th scope="col">Data</th>
        <th scope="col">{label}</th>
      </tr>
    </thead>
    <tbody>
      {of.map((event, nth) => (
        <tr key={nth}>
          <td>{event.quando ? dateBr(event.quando) : NO_VALUE}</td>
          <td>
            <Dot tone={toneOf(event, refused)}>
              <span>{event.descricaoEvento ?? NO_VALUE}</span>
            </Dot>
            {event.retornoEvento && <small title={event.retornoEvento}>{event.retornoEvento}</small>}
          </td>
        </tr>
      ))}
      {of.length === 0 && (
        <tr>
          <td>{NO_VALUE}</td>
          <td>Nada foi feito ainda.</td>
        </tr>
      )}
    </tbody>
  </table>
)

const MAIL_TONES: [begins: string, tone: Tone][] = [
  ['enviado', 'ok'],
  ['com erro', 'danger'],
  ['pode ter', 'warn'],
  ['pendente', 'warn'],
  ['enviando', 'accent'],
]
/** E-mails of the account, newest first. If none was sent yet, the addresses that the first one would go to. */
export function mailsOf({ emailsList, emailsEvents }: WholeAccount) {
  const none = { status: null, log: null, quando: null }
  const all = emailsEvents.length > 0 ? emailsEvents : emailsList.map((destinatario) => ({ ...none, destinatario }))
  return all.map(({ status, log, destinatario, quando }) => {
    const word = status?.toLowerCase() ?? ''
    const at = quando && dateBr(quando)
    // For a delivered message only the time matters, so the time is the text shown and the log is secondary.
    const [answer = NO_VALUE, ...more] = (word === 'enviado' ? [at, log] : [log, at]).filter((one) => one != null && one !== '')
    return {
      address: destinatario || NO_VALUE,
      status: status ?? NO_VALUE,
      tone: MAIL_TONES.find(([begins]) => word.startsWith(begins))?.[1] ?? ('ring' as const),
      answer,
      all: [answer, ...more].join(' · '),
      waits: word.startsWith('pendente') || word.startsWith('enviando'),
      isUnsure: word.startsWith('pode ter'),
    }
  })
}

interface MailsProps {
  of: ReturnType<typeof mailsOf>
  account: WholeAccount
  /** Whether the documents can be mailed to the customer's addresses. */
  mayMail: boolean
  /** True when another address was typed, to which the documents go instead. */
  isElsewhere: boolean
}

export function Mails({ of, account, mayMail, isElsewhere }: MailsProps) {
  const addresses = account.emailsList.length
  const goesTo = isElsewhere
    ? 'o endereço escrito abaixo'
    : addresses === 1
      ? 'o endereço cadastrado'
      : `os ${numberBr(addresses)} endereços cadastrados`
  const attached = hasSlip(account) ? 'a NFS-e e o boleto anexados' : 'a NFS-e anexada'
  /** True when a message already failed for lack of an address. */
  const isSaid = of.some(({ all }) => all.includes(messages.noAddress))
  const lost = hasNote(account) || hasSlip(account) ? 'O que foi emitido não muda: baixe e envie os documentos.' : ''
  const missing = [!isSaid && messages.noAddress, lost].filter(Boolean).join(' ')
  const hint = addresses === 0 && !isElsewhere ? missing : (mayMail || isElsewhere) && `O reenvio vai para ${goesTo}, com ${attached}.`
  return (
    <>
      {of.length > 0 && (
        <table className={`${table.rows} ${table.mails}`}>
          <thead>
            <tr>
              <th scope="col">Destinatário</th>
              <th scope="col">Situação</th>
              <th scope="col">Retorno</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ address, status, tone, answer, all }, nth) => (
              <tr key={nth}>
                <th scope="row">{address}</th>
                <td>{status === NO_VALUE ? 'Nada enviado' : <Dot tone={tone}>{status}</Dot>}</td>
                <td title={all}>{answer}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {of.some(({ isUnsure }) => isUnsure) && (
        <p className="problem" data-warn>
          <TriangleAlert aria-hidden /> {messages.mayBeSent}
        </p>
      )}
      {hint && (
        <p className="problem" data-calm>
          <Info aria-hidden /> {hint}
        </p>
      )}
    </>
  )
}
