import { useAlertChannels } from '../../../alerting/api.ts'
import { channelName } from '../../../alerting/channel-name.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { CheckField, TextField } from '../../../ui/field.tsx'
import type { DraftStep } from './policy-draft.ts'

const words = lateTexts.escalation

interface StepFieldsProps {
  readonly step: DraftStep
  /** From 1. */
  readonly number: number
  readonly mistakes: Readonly<Record<string, string>>
  readonly onChange: (step: DraftStep) => void
  /** Null for the only one. */
  readonly onRemove: (() => void) | null
}

export function StepFields({ step, number, mistakes, onChange, onRemove }: StepFieldsProps) {
  const channels = useAlertChannels()
  const { alertChannelIds: chosen } = step
  const choose = (id: number, isOn: boolean): void =>
    onChange({ ...step, alertChannelIds: isOn ? [...chosen, id] : chosen.filter((one) => one !== id) })
  const place = `steps[${number - 1}]`
  const wrong = mistakes[`${place}.alertChannelIds`]
  return (
    <fieldset className="stack">
      <legend className="label">{words.step(number)}</legend>
      <TextField
        label={words.minutes}
        type="number"
        value={step.afterMinutes}
        onChange={(afterMinutes) => onChange({ ...step, afterMinutes })}
        error={mistakes[`${place}.afterMinutes`]}
        isRequired
      />
      {channels.length === 0 && <p className="small mute">{words.noChannels}</p>}
      {channels.map((channel) => (
        <CheckField
          key={channel.id}
          label={channelName(channel)}
          isOn={chosen.includes(channel.id)}
          onChange={(isOn) => choose(channel.id, isOn)}
        />
      ))}
      {wrong !== undefined && <FieldError>{wrong}</FieldError>}
      {onRemove && (
        <div>
          <Button size="small" onClick={onRemove}>
            {words.removeStep}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
