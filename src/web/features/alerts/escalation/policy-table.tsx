import { useState } from 'react'
import { useMay } from '../../../session/session.tsx'
import { texts } from '../../../strings/index.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Table } from '../../../ui/table.tsx'
import { toastError } from '../../../ui/toast-error.ts'
import { usePolicyDeletion } from '../api.ts'
import type { EscalationPolicy } from '../api.ts'
import { PolicyForm } from './policy-form.tsx'
import { StepLine } from './step-line.tsx'

const words = lateTexts.escalation

export const PolicyTable = ({ policies }: { readonly policies: readonly EscalationPolicy[] }) => (
  <Table isStacked>
    <TableHead columns={[words.name, words.steps, words.used]} hasActions />
    <tbody>
      {policies.map((policy) => (
        <tr key={policy.id}>
          <td className="long">{policy.name}</td>
          <td className="long">
            <StepLine policy={policy} />
          </td>
          <td>{words.usedBy(policy.usedBy.account, policy.usedBy.groups, policy.usedBy.checks)}</td>
          <td>
            <Actions policy={policy} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)

function Actions({ policy }: { readonly policy: EscalationPolicy }) {
  const [isOpen, setOpen] = useState(false)
  const [mayUpdate, mayDelete] = [useMay('updateEscalationPolicy'), useMay('deleteEscalationPolicy')]
  const deletion = usePolicyDeletion()
  return (
    <div className="row wrap">
      {mayUpdate && (
        <Button size="small" onClick={() => setOpen(true)}>
          {texts.common.edit}
        </Button>
      )}
      {mayDelete && (
        <DeleteButton
          title={words.deleteTitle(policy.name)}
          text={words.deleteText}
          onDelete={() => deletion.mutate({ params: { id: policy.id } }, { onError: toastError })}
        />
      )}
      {isOpen && <PolicyForm policy={policy} onClose={() => setOpen(false)} />}
    </div>
  )
}
