import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded, messageOf } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = texts.setup.groups
const shown = 100
/** How many checks one trigger may name. */
const largestTrigger = 1_000

/** The checks of a group, those in trouble first. */
export function GroupMembers({ id }: { readonly id: number }) {
  const list = useOperation('listCheckRows', { query: { groupId: id, limit: shown } }, { everyMs: 30_000 })
  return (
    <section className="pad stack" style={{ gap: 8 }} aria-label={words.checks}>
      <h2>{words.checks}</h2>
      <Loaded query={list} rows={3}>
        {({ entries, counts }) =>
          entries.length === 0 ? (
            <p className="mute">{words.noChecks}</p>
          ) : (
            <>
              <ul className="subscribers">
                {entries.map((row) => (
                  <Member key={row.id} row={row} />
                ))}
              </ul>
              <Link className="link small" to="/checks" search={{ group: String(id) }}>
                {words.showAll(total(counts))}
              </Link>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

const total = (counts: Answer<'listCheckRows'>['counts']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

const Member = ({ row }: { readonly row: Answer<'listCheckRows'>['entries'][number] }) => (
  <li className="row wrap">
    <Status state={row.state} />
    <Link className="quiet" to="/checks/$id" params={{ id: row.id }} style={{ overflowWrap: 'anywhere' }}>
      {row.name}
    </Link>
    <span className="mute small">
      <Ago at={row.since} />
      {row.muted && ` ${texts.checks.muted}`}
    </span>
  </li>
)

/** Runs every check of a group that is not paused. */
export function RunGroup({ members }: { readonly members: readonly Cell[] }) {
  const mayRun = useMay('triggerCheckSessionsV2')
  const ids = members.flatMap((cell) => (cell.state === 'PAUSED' ? [] : cell.id))
  if (!mayRun || ids.length === 0) return null
  const run = (): void =>
    void call('triggerCheckSessionsV2', { body: { target: { checkId: ids.slice(0, largestTrigger) } } }).then(
      () => toast({ text: words.started(Math.min(ids.length, largestTrigger)) }),
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  return (
    <Button onClick={run}>
      <Play className="ic s" aria-hidden="true" />
      {words.runNow}
    </Button>
  )
}

type Cell = Answer<'listCheckCells'>['cells'][number]
