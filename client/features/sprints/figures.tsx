// Figures of a dashboard's rows, for the table and the spreadsheet.

export interface Figure<T> {
  id: string
  label: string
  value: (row: T) => number
  show: (value: number) => string
  /** True to hide the figure on a phone. */
  wide?: true
}

export const FigureHeads = <T,>({ of: figures }: { of: Figure<T>[] }) =>
  figures.map(({ id, label, wide }) => (
    <th key={id} scope="col" data-figure data-wide={wide}>
      {label}
    </th>
  ))

export const Figures = <T,>({ of: figures, row }: { of: Figure<T>[]; row: T }) =>
  figures.map(({ id, value, show, wide }) => (
    <td key={id} data-figure data-wide={wide}>
      {show(value(row))}
    </td>
  ))
