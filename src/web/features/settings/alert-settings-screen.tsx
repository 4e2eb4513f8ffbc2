import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AlertSettingsFields } from '../../form-fields/alert-settings-fields.tsx'
import type { Body } from '../../ui/form/body.ts'
import { SettingsFrame } from './settings-frame.tsx'
import styles from './alert-settings-screen.module.css'

const words = lateTexts.setup.settings
type Settings = Answer<'getOwnAlertSettings'>

/** When alerts are sent, for all checks that have no separate rules. */
export function AlertSettingsScreen() {
  const settings = useOperation('getOwnAlertSettings')
  return (
    <SettingsFrame title={words.alerts}>
      <Loaded query={settings}>{(data) => <Form key={JSON.stringify(data)} settings={data} />}</Loaded>
    </SettingsFrame>
  )
}

function Form({ settings }: { readonly settings: Settings }) {
  const mayChange = useMay('updateOwnAlertSettings')
  const save = useChange('updateOwnAlertSettings')
  const [body, setBody] = useState<Body>({ alertSettings: settings })
  return (
    <form
      className="pad"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: body['alertSettings'] as never }, { onSuccess: () => toast({ text: words.saved }) })
      }}
    >
      <fieldset className={`plain stack ${styles.form}`} disabled={!mayChange}>
        <ErrorNote error={save.error} />
        <AlertSettingsFields body={body} onChange={setBody} errors={{}} />
        {mayChange && (
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {texts.common.save}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
