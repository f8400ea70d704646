import { numberBr } from '../../ui/number.ts'
import css from './commissions.module.css'

/** Number of rows and sums of a group, beside its name. Sums are written as '1.234,56'. */
export const Subtotal = ({ count, sums }: { count: number; sums: [label: string, sum: string][] }) => (
  <>
    <small className={css.count}>{count === 1 ? '1 registro' : `${numberBr(count)} registros`}</small>
    <span className={css.subtotal}>
      {sums.map(([label, sum]) => (
        <span key={label}>
          <small>{label}</small> <b>{sum}</b>
        </span>
      ))}
    </span>
  </>
)
