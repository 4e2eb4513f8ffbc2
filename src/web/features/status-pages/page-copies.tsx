import { lateTexts } from '../../strings/late.ts'
import { Glyph } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import type { PageSummary } from './api.ts'

const words = lateTexts.statusPages.copies

/** Where copies of a page outlive the service, how old each is, and why one is not written. */
export const PageCopies = ({ copies }: Pick<PageSummary, 'copies'>) =>
  copies.length === 0 ? null : (
    <section className="pad stack gap12" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="dim">{words.text}</p>
      <ul className="stack gap4">
        {copies.map(({ target, writtenAt, failure }) => (
          <li key={target} className="row wrap">
            <Glyph state={failure === null ? 'PASSING' : 'FAILING'} />
            <b>{words.targets[target]}</b>
            <span className="mute">{writtenAt === null ? words.never : <Ago at={writtenAt} />}</span>
            {failure !== null && <span className="small fail anywhere">{failure}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
