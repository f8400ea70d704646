// The newest notices. Showing them marks them as read.
import { useEffect } from 'react'
import { Link } from 'react-router'
import { dateBr, dayBr, hourBr, untilBr } from '../../../shared/clock.ts'
import { messages, noticeVerbs, type Notice } from '../../../shared/features/notices.ts'
import { messages as common } from '../../../shared/messages.ts'
import { tellUnread } from '../../api/noticed.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { formOf } from '../../ui/form/address.ts'
import { shortWeekday } from '../../ui/weekday.ts'
import css from './notices.module.css'

export default function List({ close }: { close: () => void }) {
  const me = useMe()
  const { data, error, mutate } = useFresh('GET /notices')
  const newest = data?.avisos.find(({ lido }) => lido === 'N')?.id
  useEffect(() => {
    if (newest === undefined) return
    void send('PUT /notices', { body: { id: me.id, ate: newest } }).then(
      () => void tellUnread('0'),
      // The notices stay unread, and the next look at them marks them.
      () => undefined,
    )
  }, [newest, me.id])
  return (
    <div className={css.notices}>
      <div className={css.head}>
        <h2>Avisos</h2>
        <Link to="/conta#avisos" onClick={close}>
          Receber por e-mail
        </Link>
      </div>
      {!data && (error ? <Failed title={common.database} error={error} retry={mutate} /> : <Loading />)}
      {data?.avisos.length === 0 && <p>{messages.none}</p>}
      {data && data.avisos.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the element scrolls, so the keyboard must reach it
        <ul tabIndex={0} aria-label="Avisos">
          {data.avisos.map((notice) => (
            <One key={notice.id} {...notice} close={close} />
          ))}
        </ul>
      )}
    </div>
  )
}

function One({ tipo, quem, idCompromisso, descricao, inicio, fim, mais, quando, lido, close }: Notice & { close: () => void }) {
  const may = useMay()
  // An appointment that was passed on is another person's, but may still be looked at.
  const to = may('PUT /compromises') ? `/onde-estou${formOf(idCompromisso)}` : `/calendario?visao=dia&data=${inicio.slice(0, 10)}`
  const content = (
    <>
      <strong>{quem}</strong> {noticeVerbs[tipo]}: {descricao}
      <small>
        {shortWeekday(inicio.slice(0, 10))}, {dayBr(inicio)}, {hourBr(inicio)} – {untilBr(fim, inicio.slice(0, 10))}
        {mais > 0 && `, e mais ${mais}`}
      </small>
      <small>avisado em {dateBr(quando)}</small>
    </>
  )
  return (
    <li data-new={lido === 'N' || undefined}>
      {may('PUT /compromises') || may('POST /dash/calendarioOndeEstou') ? (
        <Link to={to} onClick={close}>
          {content}
        </Link>
      ) : (
        <div>{content}</div>
      )}
    </li>
  )
}
