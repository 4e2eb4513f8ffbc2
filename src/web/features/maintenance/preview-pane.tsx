import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { clockIn, offsetIn, shownDay } from '../../ui/local-time.ts'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { useOccurrences, usePreview } from './api.ts'
import type { Preview, PreviewBody } from './api.ts'
import { previewBodyOf } from './draft.ts'
import type { WindowDraft } from './draft.ts'
import styles from './maintenance.module.css'

const words = lateTexts.maintenanceWindows

interface PreviewPaneProps {
  readonly draft: WindowDraft
  /** Of the window that is saved as it is shown; null for a new one and while it is edited. */
  readonly savedId: number | null
}

/** When a window takes place next and what it covers, as it is typed. */
export function PreviewPane({ draft, savedId }: PreviewPaneProps) {
  const body = useSettled<PreviewBody | null>(previewBodyOf(draft))
  const preview = usePreview(body)
  if (body === null)
    return (
      <Pane title={words.nextFive}>
        <p className="padx pb mute">{words.incomplete}</p>
      </Pane>
    )
  return (
    <Loaded query={preview} rows={4}>
      {(data) => (
        <>
          <Next savedId={savedId} occurrences={data.occurrences} zone={body.timezone ?? 'UTC'} />
          <Coverage preview={data} isPublished={draft.visibility.enabled} />
        </>
      )}
    </Loaded>
  )
}

const sameDay = (one: string, other: string): boolean => one.slice(0, 10) === other.slice(0, 10)

interface NextProps extends Pick<Preview, 'occurrences'> {
  readonly savedId: number | null
  readonly zone: string
}

/** Fields of times have no seconds, windows made by the API may. */
const minuteOf = (instant: string): string => instant.slice(0, 16)

const longestRangeMs = 366 * 86_400_000

/** Which of the occurrences of a saved window take place as it says: others were skipped or moved. Null: not known. */
function useUnchanged(savedId: number | null, occurrences: Preview['occurrences']): ReadonlySet<string> | null {
  const [from, to] = [occurrences[0]?.startsAt ?? '', occurrences.at(-1)?.endsAt ?? '']
  const isAsked = savedId !== null && Date.parse(to) - Date.parse(from) <= longestRangeMs
  const { data, isPlaceholderData } = useOccurrences(from, to, isAsked)
  if (!isAsked || isPlaceholderData || !data?.isComplete) return null
  const kept = data.entries.filter((one) => one.maintenanceWindowId === savedId && one.status !== 'CANCELLED')
  return new Set(kept.map(({ startsAt }) => minuteOf(startsAt)))
}

function Next({ savedId, occurrences, zone }: NextProps) {
  const unchanged = useUnchanged(savedId, occurrences)
  return (
    <Pane title={words.nextFive} more={zone.replaceAll('_', ' ')}>
      {occurrences.length === 0 ? (
        <p className="padx pb mute">{words.noNext}</p>
      ) : (
        <ol className="padx pb stack">
          {occurrences.map((one) => (
            <NextOne key={one.startsAt} occurrence={one} isChanged={unchanged?.has(minuteOf(one.startsAt)) === false} />
          ))}
        </ol>
      )}
    </Pane>
  )
}

interface NextOneProps {
  readonly occurrence: Preview['occurrences'][number]
  readonly isChanged: boolean
}

function NextOne({ occurrence, isChanged }: NextOneProps) {
  const { startsAt, localStartsAt, localEndsAt, clockChange, isShifted } = occurrence
  const notes = [
    isChanged && words.skippedOrMoved,
    clockChange === 'BEFORE' && words.clockChange.BEFORE(offsetIn(localStartsAt)),
    clockChange === 'DURING' && words.clockChange.DURING,
    isShifted && words.shifted,
  ].filter(Boolean)
  return (
    <li>
      <time dateTime={startsAt} title={startsAt} className={isChanged ? styles.cancelled : undefined}>
        {shownDay(localStartsAt)}, {clockIn(localStartsAt)}–
        {sameDay(localStartsAt, localEndsAt) ? '' : `${shownDay(localEndsAt)}, `}
        {clockIn(localEndsAt)}
      </time>
      {notes.length > 0 && <div className="small deg">{notes.join('. ')}</div>}
    </li>
  )
}

interface CoverageProps {
  readonly preview: Preview
  readonly isPublished: boolean
}

function Coverage({ preview: { coverage, tags, groups, statusPages }, isPublished }: CoverageProps) {
  const unused = tags.filter(({ checks }) => checks === 0)
  return (
    <Pane title={words.coverage}>
      <div className="padx pb stack">
        <p>
          {coverage.totalChecks === 0
            ? words.coversNothing
            : words.coversChecks(coverage.totalPaused, coverage.totalSilenced)}
        </p>
        {unused.map(({ tag }) => (
          <p key={tag} className="small deg">
            {words.unusedTag(tag)}
          </p>
        ))}
        <Checks checks={coverage.checks} total={coverage.totalChecks} />
        {groups.length > 0 && (
          <p className="row wrap gap4">
            <span className="label">{words.inGroups}</span>
            {groups.map(({ id, name }) => (
              <Tag key={id}>{name}</Tag>
            ))}
          </p>
        )}
        {isPublished && (
          <p className="row wrap gap4">
            <span className="label">{words.shownOn}</span>
            {statusPages.length === 0 && <span className="deg">{words.shownNowhere}</span>}
            {statusPages.map(({ id, name }) => (
              <Tag key={id}>{name}</Tag>
            ))}
          </p>
        )}
      </div>
    </Pane>
  )
}

const shownChecks = 12

interface ChecksProps {
  readonly checks: Preview['coverage']['checks']
  readonly total: number
}

const Checks = ({ checks, total }: ChecksProps) => (
  <ul className="stack">
    {checks.slice(0, shownChecks).map(({ id, name, pauses, silences }) => (
      <li key={id} className="row">
        <Link className="quiet trunc grow" to="/checks/$id" params={{ id }}>
          {name}
        </Link>
        <span className="small mute nw">
          {pauses && silences ? words.covered.both : pauses ? words.covered.pauses : words.covered.silences}
        </span>
      </li>
    ))}
    {total > shownChecks && <li className="small mute">{words.moreChecks(total - shownChecks)}</li>}
  </ul>
)
