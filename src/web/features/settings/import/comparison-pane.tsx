import { importVerdict, importVerdicts } from '#contract'
import type { ImportVerdict } from '#contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useBulkChange } from '../../../check-list/use-bulk-change.ts'
import { useResult } from '../../../results/api.ts'
import { reasonOf } from '../../../results/reason.ts'
import { useMay } from '../../../session/session.tsx'
import type { Answer } from '../../../api/operations.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { reportOutcome } from '../../../ui/report-outcome.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { Table } from '../../../ui/table.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Ago } from '../../../ui/time.tsx'
import { runChecks, useComparison, useRowsOf } from './api.ts'
import type { CheckRow, ImportedCheck } from './api.ts'
import styles from './import.module.css'

const words = lateTexts.imports

interface Compared extends ImportedCheck {
  readonly row: CheckRow | undefined
  readonly verdict: ImportVerdict
}

interface ComparisonPaneProps {
  readonly source: string
  readonly onAgain: () => void
}

/** Every check of a source with its state here beside that at the tool, as they run; and the button that sets them going. */
export const ComparisonPane = ({ source, onAgain }: ComparisonPaneProps) => (
  <Loaded query={useComparison(source)}>{(comparison) => <Comparison {...comparison} onAgain={onAgain} />}</Loaded>
)

function Comparison({
  title,
  readAt,
  checks,
  onAgain,
}: Answer<'getImportComparison'> & Pick<ComparisonPaneProps, 'onAgain'>) {
  const rows = useRowsOf(checks.map(({ id }) => id))
  const compared = checks.map((check) => {
    const row = rows.get(check.id)
    return { ...check, row, verdict: importVerdict(check.state, row?.state) }
  })
  const ended = compared.filter(({ verdict }) => verdict !== 'waiting').length
  return (
    <>
      <StartAlerting checks={compared} />
      <section className="pane" aria-label={words.compareWith(title)}>
        <div className="pane-h wrap">
          <h2>{words.compareWith(title)}</h2>
          <span className="mute" role="status">
            {words.progress(ended, compared.length)}
          </span>
          <span className="row end">
            <RunAgain ids={checks.map(({ id }) => id)} />
            <Button onClick={onAgain}>{words.again}</Button>
          </span>
        </div>
        <p className="padx dim">
          {words.compareText}{' '}
          {readAt !== null && (
            <>
              {words.statesRead} <Ago at={readAt} />.
            </>
          )}
        </p>
        <ComparedTable compared={compared} />
      </section>
    </>
  )
}

function RunAgain({ ids }: { readonly ids: readonly string[] }) {
  const may = useMay('triggerCheckSessionsV2')
  if (!may || ids.length === 0) return null
  return <Button onClick={() => reportOutcome(runChecks(ids), words.started(ids.length))}>{words.runAgain}</Button>
}

function StartAlerting({ checks }: { readonly checks: readonly Compared[] }) {
  const { isBusy, change } = useBulkChange()
  const muted = checks.filter(({ row }) => row?.muted === true)
  if (checks.every(({ row }) => row === undefined)) return null
  if (muted.length === 0)
    return (
      <Note kind="passing" className={styles.note}>
        {words.alerting}
      </Note>
    )
  const start = (): void => void change({ checkIds: muted.map(({ id }) => id) }, { muted: false }, words.unmuted)
  return (
    <Note className={`row ${styles.note}`}>
      <span className="grow">{words.muted(muted.length)}</span>
      <Button kind="primary" isBusy={isBusy} onClick={start}>
        {words.startAlerting}
      </Button>
    </Note>
  )
}

const step = 100

function ComparedTable({ compared }: { readonly compared: readonly Compared[] }) {
  const [shown, setShown] = useState<ImportVerdict | 'all'>('all')
  const [most, setMost] = useState(step)
  const counted = (verdict: ImportVerdict): number => compared.filter((one) => one.verdict === verdict).length
  const options = importVerdicts.map((verdict) => ({
    value: verdict,
    label: `${words.verdicts[verdict]} ${counted(verdict)}`,
  }))
  const listed = importVerdicts.flatMap((verdict) =>
    shown === 'all' || shown === verdict ? compared.filter((one) => one.verdict === verdict) : [],
  )
  return (
    <>
      <div className="padx mt8">
        <Segmented
          label={words.verdict}
          isSmall
          value={shown}
          options={[{ value: 'all', label: `${words.everything} ${compared.length}` }, ...options]}
          onChange={setShown}
        />
      </div>
      {listed.length === 0 ? (
        <p className="pad mute">{words.noneCompared}</p>
      ) : (
        <Table isStacked isFlat className="mt8">
          <TableHead columns={[words.check, words.there, words.here, words.verdict]} />
          <tbody>
            {listed.slice(0, most).map((one) => (
              <ComparedRow key={one.id} {...one} />
            ))}
          </tbody>
        </Table>
      )}
      {listed.length > most && (
        <div className="pad">
          <Button onClick={() => setMost(most + 10 * step)}>
            {words.showMore(Math.min(10 * step, listed.length - most))}
          </Button>
        </div>
      )}
    </>
  )
}

const looks: Readonly<Record<ImportVerdict, string>> = {
  disagree: 'fail',
  waiting: 'mute',
  agree: 'pass',
  unknown: 'dim',
}

const ComparedRow = ({ id, name, state, reason, row, verdict }: Compared) => (
  <tr>
    <td className="anywhere">
      <Link className="link" to="/checks/$id" params={{ id }}>
        {row?.name ?? name}
      </Link>
    </td>
    <td data-label={words.there} className="anywhere">
      {words.states[state]}
      {verdict === 'disagree' && state === 'down' && reason !== null && <p className="small dim mt4">{reason}</p>}
    </td>
    <td data-label={words.here} className="anywhere">
      <Status state={row?.state ?? 'PENDING'} />
      {verdict === 'disagree' && row?.state === 'FAILING' && <Reason id={id} resultId={row.lastResultId} />}
    </td>
    <td>
      <span className={looks[verdict]}>{words.verdicts[verdict]}</span>
    </td>
  </tr>
)

/** Why the last run failed. */
function Reason({ id, resultId }: { readonly id: string; readonly resultId: string | null }) {
  const { data } = useResult(id, resultId)
  const reason = data === undefined ? null : reasonOf(data)
  return reason === null ? null : <p className="small dim mt4">{reason}</p>
}
