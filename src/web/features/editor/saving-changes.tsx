import { texts } from '../../strings/index.ts'
import { changesOf } from './body.ts'
import type { Body } from './body.ts'

const words = texts.editor
const longest = 120

const shown = (value: unknown): string =>
  value === undefined
    ? '–'
    : typeof value === 'string'
      ? value.slice(0, longest)
      : JSON.stringify(value).slice(0, longest)

/** What saving changes, field by field. */
export function SavingChanges({ before, after }: { readonly before: Body; readonly after: Body }) {
  const changes = Object.keys(before).length === 0 ? [] : changesOf(before, after)
  if (Object.keys(before).length === 0) return null
  return (
    <section className="pane" aria-label={words.changes}>
      <div className="pane-h">
        <h2>{words.changes}</h2>
      </div>
      {changes.length === 0 && <p className="padx mute">{words.noChanges}</p>}
      <dl className="pad stack">
        {changes.map(({ path, before: was, after: is }) => (
          <div key={path}>
            <dt className="label mono">{path}</dt>
            <dd className="mono small">
              <del className="fail">{shown(was)}</del> <ins className="pass">{shown(is)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
