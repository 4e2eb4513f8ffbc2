import { Link } from '@tanstack/react-router'
import { PlaceName } from '../../places/place-name.tsx'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { formatNumber } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Ago, useNow } from '../../ui/time.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import type { ListedError } from './api.ts'
import { ErrorBar } from './error-bar.tsx'
import styles from './errors.module.css'
import { OccurrenceStrip } from './occurrence-strip.tsx'
import { useErrorKeys } from './use-error-keys.ts'

const words = lateTexts.errors
/** An error is new for a day. */
const newMs = 24 * 3_600_000

/** Errors as rows, of which several can be archived at once. */
export function ErrorTable({ errors }: { readonly errors: readonly ListedError[] }) {
  const mayChange = useMay('changeErrors')
  const { selected, toggle, select } = useSelection(errors, mayChange)
  const chosen = errors.filter(({ id }) => selected.has(id))
  useErrorKeys({ errors, chosen, toggle, clear: () => select([]) })
  const isAll = chosen.length === errors.length
  return (
    <>
      <Table isStacked className={styles.errors}>
        <thead>
          <tr>
            {mayChange && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={words.selectAll}
                  checked={isAll}
                  onChange={() => select(isAll ? [] : errors.map(({ id }) => id))}
                />
              </th>
            )}
            <th scope="col">{words.error}</th>
            <th scope="col">{words.recent}</th>
            <th scope="col" className="num">
              {words.occurrences}
            </th>
            <th scope="col">{words.locations}</th>
            <th scope="col" className="num">
              {words.firstSeen}
            </th>
            <th scope="col" className="num">
              {words.lastSeen}
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error, index) => (
            <Row
              key={error.id}
              error={error}
              isSelected={selected.has(error.id)}
              {...(mayChange && { onSelect: (isRange: boolean) => toggle(index, isRange) })}
            />
          ))}
        </tbody>
      </Table>
      {chosen.length > 0 && <ErrorBar errors={chosen} onClear={() => select([])} />}
    </>
  )
}

interface RowProps {
  readonly error: ListedError
  readonly isSelected: boolean
  readonly onSelect?: (isRange: boolean) => void
}

function Row({ error, isSelected, onSelect }: RowProps) {
  const { id, recent, occurrences, locations, firstSeen, lastSeen } = error
  const message = reasonText(error.message)
  const isNew = useNow(60_000) - Date.parse(firstSeen) < newMs
  return (
    <tr data-row={id} aria-selected={isSelected}>
      {onSelect && (
        <td>
          <input
            type="checkbox"
            aria-label={words.select(message)}
            checked={isSelected}
            onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      <td className={styles.message}>
        <div className="row">
          <Link className="quiet mono trunc" to="/errors/$id" params={{ id }} title={message}>
            {message}
          </Link>
          {isNew && <Tag>{words.isNew}</Tag>}
        </div>
        <Source error={error} />
      </td>
      <td>
        <OccurrenceStrip recent={recent} />
      </td>
      <td className="num">{formatNumber(occurrences)}</td>
      <td className={`dim ${styles.places}`}>
        <PlaceName of={locations} />
      </td>
      <td className={`num dim ${styles.first}`}>
        <Ago at={firstSeen} />
      </td>
      <td className="num">
        <Ago at={lastSeen} />
      </td>
    </tr>
  )
}

/** Its source: a check, and how many others did; or test sessions, and where. */
function Source({ error: { kind, checkName, checks, environments } }: Pick<RowProps, 'error'>) {
  const others = kind === 'CHECK' ? checks - 1 : 0
  const parts = [
    checkName ?? words.ofSessions,
    others > 0 ? words.alsoIn(others) : '',
    kind === 'TEST_SESSION' ? environments.join(', ') : '',
  ]
  return <div className="small mute anywhere">{parts.filter(Boolean).join(', ')}</div>
}
