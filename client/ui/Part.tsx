import './part.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  title: string
  note?: string | undefined
  /** Address of all records of the part. */
  all?: string
  /** True for a part as wide as the page. */
  wide?: boolean
  children: ReactNode
}

/** A part of a page that is made of parts, inside an element with the class 'parts'. */
export const Part = ({ title, note, all, wide, children }: Props) => (
  <section className="part" aria-label={title} data-wide={wide}>
    <header>
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      {all && <Link to={all}>Ver tudo</Link>}
    </header>
    {children}
  </section>
)
