import type { ReactNode } from 'react'

interface PaneProps {
  readonly title: string
  /** Beside the title: a count, or what holds for all of it. */
  readonly more?: ReactNode
  /** At the end of that line: what can be chosen or done. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under its heading. */
export const Pane = ({ title, more, end, children }: PaneProps) => (
  <section className="pane" aria-label={title}>
    <div className="pane-h">
      <h2>{title}</h2>
      {more && <span className="mute">{more}</span>}
      {end}
    </div>
    {children}
  </section>
)
