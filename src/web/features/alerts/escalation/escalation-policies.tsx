import { useState } from 'react'
import { useMay } from '../../../session/session.tsx'
import { texts } from '../../../strings/index.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { AlertTabs } from '../alert-tabs.tsx'
import { usePolicies } from '../api.ts'
import { PolicyForm } from './policy-form.tsx'
import { PolicyTable } from './policy-table.tsx'

const words = lateTexts.escalation

/** Who is notified next when nobody acknowledges. */
export function EscalationPolicies() {
  const list = usePolicies()
  const mayCreate = useMay('createEscalationPolicy')
  const [isOpen, setOpen] = useState(false)
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setOpen(true)}>
      {words.new}
    </Button>
  )
  return (
    <Page title={texts.alerts.title} actions={create}>
      <AlertTabs current="escalation" />
      <Loaded query={list}>
        {(policies) =>
          policies.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <PolicyTable policies={policies} />
          )
        }
      </Loaded>
      {isOpen && <PolicyForm policy={null} onClose={() => setOpen(false)} />}
    </Page>
  )
}
