import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { TextField } from '../../ui/field.tsx'
import type { Notify } from './use-notify.ts'

const words = lateTexts.welcome

interface NotifyChoiceProps {
  readonly value: Notify
  readonly onChange: (value: Notify) => void
  /** Null: no mail reaches the person. */
  readonly address: string | null
}

/** Who is notified of a first check: by mail, by a webhook, or nobody. */
export function NotifyChoice({ value, onChange, address }: NotifyChoiceProps) {
  const { way, webhook } = value
  const ways = [
    ...(address === null ? [] : [{ value: 'mail', label: words.mailTo(address) } as const]),
    { value: 'webhook', label: words.webhook },
    { value: 'none', label: texts.common.none },
  ] as const
  return (
    <>
      <div className="row wrap" role="radiogroup" aria-label={words.notify}>
        {ways.map((one) => (
          <label key={one.value} className="row gap4">
            <input
              type="radio"
              name="way"
              checked={way === one.value}
              onChange={() => onChange({ way: one.value, webhook })}
            />
            {one.label}
          </label>
        ))}
      </div>
      {way === 'webhook' && (
        <div className="mt8">
          <TextField
            label={words.webhookUrl}
            value={webhook}
            onChange={(url) => onChange({ way, webhook: url })}
            hint={words.webhookHint}
            placeholder="https://hooks.example/alerts"
            isMono
          />
        </div>
      )}
      {address === null && <p className="small mute">{words.noMail}</p>}
      {way === 'none' && <p className="small mute">{words.noChannel}</p>}
    </>
  )
}
