import { useSession } from '../../../session/session.tsx'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Ago, Moment } from '../../../ui/time.tsx'
import { toastError } from '../../../ui/toast-error.ts'
import { toast } from '../../../ui/toasts.tsx'
import styles from './agents-screen.module.css'
import { useConfirmPlan, useRejectPlan, useUndoPlan } from './api.ts'
import type { AgentPlan } from './api.ts'

const words = lateTexts.agents

/** A proposed change: what, why, which fields, and the decision. */
export const PlanCard = ({ plan }: { readonly plan: AgentPlan }) => (
  <li className={styles.plan}>
    <div className={styles.head}>
      <h3>
        {words.operations[plan.operation]}
        {plan.target !== null && `: ${plan.target}`}
      </h3>
      <span className="mute">
        {words.by(plan.proposedBy ?? '', plan.program)} · <Ago at={plan.createdAt} />
      </span>
      <Decision plan={plan} />
    </div>
    <p>{plan.reason}</p>
    <Changes changes={plan.changes} />
    <Reach reaches={plan.reaches} />
    {plan.problem !== null && <p className={styles.problem}>{words.failed(plan.problem)}</p>}
  </li>
)

function Decision({ plan }: { readonly plan: AgentPlan }) {
  const { may } = useSession()
  const isOpen = plan.state === 'PROPOSED' && may('confirmAgentPlan')
  return (
    <div className={styles.decision}>
      {isOpen ? <OpenDecision id={plan.id} /> : <Decided plan={plan} />}
      {plan.state === 'PROPOSED' && (
        <span className="mute">
          {words.until} <Moment at={plan.expiresAt} />
        </span>
      )}
      {plan.isUndoable && may('undoAgentPlan') && <Undo id={plan.id} />}
    </div>
  )
}

const Decided = ({ plan: { state, decidedBy } }: { readonly plan: AgentPlan }) => (
  <span className="mute">
    {decidedBy === null ? words.states[state] : words.decided(words.states[state], decidedBy)}
  </span>
)

function OpenDecision({ id }: { readonly id: string }) {
  const [confirm, reject] = [useConfirmPlan(), useRejectPlan()]
  const decide = { params: { id } }
  const tell = ({ state }: AgentPlan): void => {
    // The card says why it failed.
    if (state === 'APPLIED') toast({ text: words.applied })
  }
  return (
    <>
      <Button
        kind="primary"
        size="small"
        isBusy={confirm.isPending}
        onClick={() => confirm.mutate(decide, { onSuccess: tell, onError: toastError })}
      >
        {words.confirm}
      </Button>
      <Button size="small" isBusy={reject.isPending} onClick={() => reject.mutate(decide, { onError: toastError })}>
        {words.reject}
      </Button>
    </>
  )
}

function Undo({ id }: { readonly id: string }) {
  const undo = useUndoPlan()
  const tell = (): void => toast({ text: words.undone })
  return (
    <Button
      size="small"
      isBusy={undo.isPending}
      onClick={() => undo.mutate({ params: { id } }, { onSuccess: tell, onError: toastError })}
    >
      {words.undo}
    </Button>
  )
}

const Changes = ({ changes }: Pick<AgentPlan, 'changes'>) => (
  <Table isStacked>
    <TableHead columns={[words.field, words.before, words.after]} />
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <td>
            <code>{field}</code>
          </td>
          <td data-label={words.before}>{before === null ? '–' : <code className={styles.value}>{before}</code>}</td>
          <td data-label={words.after}>
            <code className={styles.value}>{after}</code>
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** Who and what notices the change. */
const Reach = ({ reaches }: Pick<AgentPlan, 'reaches'>) =>
  reaches.length > 0 && (
    <p className={styles.reach}>
      <span className="mute">{words.reaches}</span>
      {reaches.map(({ type, name }, index) => (
        <Tag key={`${type} ${index}`}>{words.reached(words.reachTypes[type], name)}</Tag>
      ))}
    </p>
  )
