import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AlertTabs } from './alert-tabs.tsx'
import { useSources } from './api.ts'
import type { NewAlertSource } from './api.ts'
import { SourceAddresses } from './source-addresses.tsx'
import { SourceForm } from './source-form.tsx'
import { SourceTable } from './source-table.tsx'

const words = lateTexts.receivedAlerts

/** Where other tools send their alerts. */
export function AlertSources() {
  const list = useSources()
  const mayCreate = useMay('createAlertSource')
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<NewAlertSource | null>(null)
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setOpen(true)}>
      {words.newSource}
    </Button>
  )
  return (
    <Page title={texts.alerts.title} actions={create}>
      <AlertTabs current="sources" />
      <Loaded query={list}>
        {(sources) =>
          sources.length === 0 ? (
            <Empty title={words.noSource}>{words.noSourceText}</Empty>
          ) : (
            <SourceTable sources={sources} onRenewed={setMade} />
          )
        }
      </Loaded>
      {isOpen && <SourceForm source={null} onCreated={setMade} onClose={() => setOpen(false)} />}
      {made !== null && <SourceAddresses source={made} onClose={() => setMade(null)} />}
    </Page>
  )
}
