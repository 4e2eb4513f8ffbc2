import { lateTexts } from '../../strings/late.ts'
import { Tag } from '../../ui/tag.tsx'
import type { readAddresses } from './csv-addresses.ts'

const words = lateTexts.statusPages.subscribers
const shownLines = 20

type Lines = ReturnType<typeof readAddresses>['wrong']

/** The lines of a list that are left out, because they have no address. */
export const WrongLines = ({ lines }: { readonly lines: Lines }) => (
  <>
    <p className="deg">{words.wrongLines(lines.length)}</p>
    <ul className="stack gap4 small">
      {lines.slice(0, shownLines).map(({ line, text }) => (
        <li key={line} className="row">
          <Tag>{words.line(line)}</Tag>
          <span className="mono anywhere">{text.slice(0, 200)}</span>
        </li>
      ))}
    </ul>
    {lines.length > shownLines && <p className="small mute">{words.moreLines(lines.length - shownLines)}</p>}
  </>
)
