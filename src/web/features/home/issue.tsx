import { Link } from '@tanstack/react-router'
import { useChange, useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { TickStrip } from '../../ui/tick-strip.tsx'
import { Since } from '../../ui/time.tsx'
import { Glyph } from '../../ui/status.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { reasonOf } from '../results/reason.ts'
import { tickOf, tickQuery } from '../results/ticks.ts'

const words = texts.home
type Row = Answer<'listCheckRows'>['entries'][number]

/** One check in trouble: what, since when, why, and whether somebody has taken it. */
export function Issue({ row }: { readonly row: Row }) {
  const { id, name, state, since, checkType, lastResultId, lastRunAt } = row
  const result = useOperation(
    'getCheckResult',
    { params: { checkId: id, checkResultId: lastResultId ?? '' } },
    { enabled: lastResultId !== null, keepsPrevious: true, staleMs: 600_000 },
  )
  return (
    <li className="issue">
      <Glyph state={state} />
      <div>
        <div className="row">
          <Link className="t quiet" to="/checks/$id" params={{ id }}>
            {name}
          </Link>
          <span className="ty">{texts.checks.types[checkType]}</span>
        </div>
        <p className="why">{result.data ? (reasonOf(result.data) ?? ' ') : ' '}</p>
        <div className="meta">
          {since && (
            <span className={state === 'FAILING' ? 'fail' : 'deg'}>
              <b>
                <Since at={since} />
              </b>
            </span>
          )}
          {lastResultId && (
            <Link className="link" to="/checks/$id/results/$resultId" params={{ id, resultId: lastResultId }}>
              {words.openResult}
            </Link>
          )}
        </div>
      </div>
      <Ticks id={id} lastRunAt={lastRunAt} />
      <Who row={row} />
    </li>
  )
}

function Ticks({ id, lastRunAt }: { readonly id: string; readonly lastRunAt: string | null }) {
  const results = useOperation(
    'listCheckResultsV2',
    { params: { checkId: id }, query: tickQuery(40) },
    { everyMs: 30_000, enabled: lastRunAt !== null },
  )
  return <div>{results.data && <TickStrip ticks={results.data.entries.map(tickOf).toReversed()} />}</div>
}

function Who({ row: { id, muted, acknowledgedBy } }: { readonly row: Row }) {
  const mayAcknowledge = useMay('acknowledgeCheck')
  const acknowledge = useChange('acknowledgeCheck', ['listCheckRows'])
  if (acknowledgedBy) return <div className="who">{words.acknowledgedBy(acknowledgedBy)}</div>
  return (
    <div className="who">
      {muted ? words.muted : words.notAcknowledged}
      {mayAcknowledge && (
        <div className="do">
          <Button
            size="small"
            isBusy={acknowledge.isPending}
            onClick={() =>
              acknowledge.mutate(
                { params: { id }, body: {} },
                { onError: (error) => toast({ text: messageOf(error) }) },
              )
            }
          >
            {words.acknowledge}
          </Button>
        </div>
      )}
    </div>
  )
}
