import { lateTexts } from '../../strings/late.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { languageOf } from '../../ui/code/languages.ts'
import { formatAlignedMs, formatMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import { HeaderList } from '../header-list.tsx'
import { objectIn, readable, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { PageEvent, ScriptStep } from './script-steps.ts'
import { Table } from '../../ui/table.tsx'
import styles from './event-rows.module.css'

const words = lateTexts.result.script
const mostRows = 500

/** The actions of a step, with nested actions. */
export const Actions = ({
  steps,
  isNested = false,
}: {
  readonly steps: readonly ScriptStep[]
  readonly isNested?: boolean
}) => (
  <ol className={`stack ${styles.actions} ${isNested ? styles.nested : ''}`}>
    {steps.map((step, index) => (
      <li key={index}>
        <div className="row">
          <Glyph state={step.error === null ? 'PASSING' : 'FAILING'} />
          <span className="grow mono small">{step.title}</span>
          {step.line !== null && <span className="mono small mute">L{step.line}</span>}
          <span className={`num ${step.error === null ? 'dim' : 'fail'}`}>{formatMs(step.duration)}</span>
        </div>
        {step.actions.length > 0 && <Actions steps={step.actions} isNested />}
      </li>
    ))}
  </ol>
)

/** Requests of the pages; each ends at its place in the time of the step. */
export const NetworkRows = ({ events, step }: { readonly events: readonly PageEvent[]; readonly step: ScriptStep }) => (
  <Table isFlat>
    <thead>
      <tr>
        <th scope="col">{words.request}</th>
        <th scope="col">{words.status}</th>
        <th scope="col">{words.kind}</th>
        <th scope="col" className="num">
          {words.after}
        </th>
      </tr>
    </thead>
    <tbody>
      {events.slice(0, mostRows).map(({ at, row }, index) => {
        const status = textIn(row['failure']) ?? textIn(row['status']) ?? '–'
        const isBad = row['failure'] !== null || Number(row['status']) >= 400
        return (
          <tr key={index}>
            <td className={`mono small ${styles.url}`}>
              {textIn(row['method'])} {textIn(row['url'])}
            </td>
            <td className={isBad ? 'fail' : ''}>{status}</td>
            <td className="mute">{textIn(row['resourceType'])}</td>
            <td className="num">{formatAlignedMs(Math.max(0, at - step.start))}</td>
          </tr>
        )
      })}
    </tbody>
  </Table>
)

const levels: Readonly<Record<string, string | undefined>> = { error: styles.error, warning: styles.warning }

/** Console output and uncaught errors of pages. */
export const ConsoleRows = ({ events, start }: { readonly events: readonly PageEvent[]; readonly start: number }) => (
  <ul className={styles.console}>
    {events.slice(0, mostRows).map(({ at, row }, index) => {
      const level = textIn(row['level']) ?? 'error'
      return (
        <li key={index}>
          <span className="mute">{formatMs(Math.max(0, at - start))}</span>
          <span className={levels[level] ?? styles.level}>{level}</span>
          <span className="multiline">{textIn(row['text']) ?? textIn(row['message'])}</span>
        </li>
      )
    })}
  </ul>
)

/** Requests that the script sent by itself, with what came back. */
export const Requests = ({ requests }: { readonly requests: readonly Detail[] }) => (
  <div className="stack gap16">
    {requests.map((request, index) => {
      const response = objectIn(request['response'])
      const body = textIn(response['body'])
      return (
        <div key={index} className="stack">
          <p className="mono small anywhere">
            {textIn(request['method'])} {textIn(request['url'])}
          </p>
          <p className={Number(response['status'] ?? 0) >= 400 ? 'fail' : ''}>
            {textIn(response['status']) ?? words.noResponse} {textIn(response['statusText'])}
          </p>
          <h3>{words.headers}</h3>
          <HeaderList headers={response['headers']} />
          {body && <CodeView label={words.body} text={readable(body)} language={languageOf(body)} />}
        </div>
      )
    })}
  </div>
)
