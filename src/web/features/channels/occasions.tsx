import { Fragment } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { CheckField, TextField } from '../../ui/field.tsx'

const words = lateTexts.setup.channels

const flags = ['sendFailure', 'sendRecovery', 'sendDegraded', 'sslExpiry', 'autoSubscribe'] as const

/** When a channel is used. */
export type Occasions = Readonly<Record<(typeof flags)[number], boolean>>

export const occasionsOfNew: Occasions = {
  sendFailure: true,
  sendRecovery: true,
  sendDegraded: false,
  sslExpiry: false,
  autoSubscribe: true,
}

/** The occasions of a channel alone. */
export const occasionsOf = (channel: Occasions): Occasions => ({
  sendFailure: channel.sendFailure,
  sendRecovery: channel.sendRecovery,
  sendDegraded: channel.sendDegraded,
  sslExpiry: channel.sslExpiry,
  autoSubscribe: channel.autoSubscribe,
})

interface OccasionFieldsProps {
  readonly occasions: Occasions
  /** Before a certificate expires, as typed. */
  readonly days: string
  readonly error: string | undefined
  readonly mayChange: boolean
  readonly onChange: (occasions: Occasions) => void
  readonly onDays: (days: string) => void
}

export const OccasionFields = ({ occasions, days, error, mayChange, onChange, onDays }: OccasionFieldsProps) =>
  flags.map((flag) => (
    <Fragment key={flag}>
      <CheckField
        isSwitch
        label={words[flag]}
        isOn={occasions[flag]}
        disabled={!mayChange}
        onChange={(isOn) => onChange({ ...occasions, [flag]: isOn })}
      />
      {flag === 'sslExpiry' && occasions.sslExpiry && (
        <TextField
          label={words.sslExpiryDays}
          type="number"
          value={days}
          onChange={onDays}
          error={error}
          disabled={!mayChange}
        />
      )}
    </Fragment>
  ))
