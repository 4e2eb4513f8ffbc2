import { lateTexts } from '../../strings/late.ts'
import { changesOf } from './body.ts'
import type { Change } from './body.ts'

const words = lateTexts.editor
const longest = 120

const shown = (value: unknown): string =>
  value === undefined
    ? '–'
    : typeof value === 'string'
      ? value.slice(0, longest)
      : JSON.stringify(value).slice(0, longest)

/** The changes that saving makes, field by field. */
export function SavingChanges({ before, after }: { readonly before: object; readonly after: object }) {
  if (Object.keys(before).length === 0) return null
  const changes = changesOf(before, after)
  return (
    <section className="pane" aria-label={words.changes}>
      <div className="pane-h">
        <h2>{words.changes}</h2>
      </div>
      {changes.length === 0 && <p className="padx mute">{words.noChanges}</p>}
      <FieldChanges changes={changes} label={words.changes} />
    </section>
  )
}

/** Fields as they are and as they become. */
export const FieldChanges = ({ changes, label }: { readonly changes: readonly Change[]; readonly label: string }) => (
  <dl className="pad stack" aria-label={label}>
    {changes.map(({ path, before: was, after: is }) => (
      <div key={path}>
        <dt className="label mono">{path}</dt>
        <dd className="mono small anywhere">
          <del className="fail">{shown(was)}</del> <ins className="pass">{shown(is)}</ins>
        </dd>
      </div>
    ))}
  </dl>
)
