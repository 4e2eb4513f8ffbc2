import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.setup.settings
type Settings = Answer<'getOwnAlertSettings'>

/** When alerts are sent, for all checks that have no rules of their own. */
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
  const save = useChange('updateOwnAlertSettings', ['getOwnAlertSettings'])
  const [type, setType] = useState(settings.escalationType ?? 'RUN_BASED')
  const [runs, setRuns] = useState(String(settings.runBasedEscalation?.failedRunThreshold ?? 1))
  const [minutes, setMinutes] = useState(String(settings.timeBasedEscalation?.minutesFailingThreshold ?? 5))
  const [amount, setAmount] = useState(String(settings.reminders?.amount ?? 0))
  const [interval, setInterval] = useState(String(settings.reminders?.interval ?? 5))
  const body = {
    ...settings,
    escalationType: type,
    runBasedEscalation: { failedRunThreshold: Number(runs) },
    timeBasedEscalation: { minutesFailingThreshold: Number(minutes) },
    reminders: { amount: Number(amount), interval: Number(interval) },
  }
  return (
    <form
      className="pad stack"
      style={{ maxWidth: 520, gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: body as never }, { onSuccess: () => toast({ text: words.saved }) })
      }}
    >
      <ErrorNote error={save.error} />
      <SelectField
        label={words.escalation}
        value={type}
        options={[
          { value: 'RUN_BASED', label: words.runBased },
          { value: 'TIME_BASED', label: words.timeBased },
        ]}
        onChange={setType}
        disabled={!mayChange}
      />
      {type === 'RUN_BASED' ? (
        <TextField label={words.runs} type="number" value={runs} onChange={setRuns} disabled={!mayChange} />
      ) : (
        <TextField label={words.minutes} type="number" value={minutes} onChange={setMinutes} disabled={!mayChange} />
      )}
      <TextField label={words.reminders} type="number" value={amount} onChange={setAmount} disabled={!mayChange} />
      <TextField label={words.interval} type="number" value={interval} onChange={setInterval} disabled={!mayChange} />
      {mayChange && (
        <div>
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            {texts.common.save}
          </Button>
        </div>
      )}
    </form>
  )
}
