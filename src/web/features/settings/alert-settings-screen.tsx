import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AlertRulesPreview } from '../../form-fields/alert-rules-preview.tsx'
import { SectionFields } from '../../form-fields/section-fields.tsx'
import { alertSettingsFields } from '../../forms/check-forms.ts'
import { typedBody } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'
import { useAlertSettings, useMayUpdateAlertSettings, useUpdateAlertSettings } from './api.ts'
import type { AlertSettings } from './api.ts'
import { SettingsFrame } from './settings-frame.tsx'
import styles from './alert-settings-screen.module.css'

const words = lateTexts.setup.settings

/** When alerts are sent, for all checks that have no separate rules. */
export function AlertSettingsScreen() {
  const settings = useAlertSettings()
  return (
    <SettingsFrame title={words.alerts}>
      <Loaded query={settings}>{(data) => <Form key={JSON.stringify(data)} settings={data} />}</Loaded>
    </SettingsFrame>
  )
}

function Form({ settings }: { readonly settings: AlertSettings }) {
  const mayChange = useMayUpdateAlertSettings()
  const save = useUpdateAlertSettings()
  const [body, setBody] = useState<Body>({ alertSettings: settings })
  return (
    <form
      className="pad"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: typedBody(body['alertSettings']) }, { onSuccess: () => toast({ text: words.saved }) })
      }}
    >
      <fieldset className={`stack ${styles.form}`} disabled={!mayChange}>
        <ErrorNote error={save.error} />
        <SectionFields fields={alertSettingsFields} body={body} onChange={setBody} errors={{}} />
        <AlertRulesPreview body={body} />
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
