import { useAlertChannels } from '../../../alerting/api.ts'
import { channelName } from '../../../alerting/channel-name.ts'
import { lateTexts } from '../../../strings/late.ts'
import type { EscalationPolicy } from '../api.ts'
import styles from './escalation.module.css'

const words = lateTexts.escalation

type Drawn = Pick<EscalationPolicy, 'steps' | 'repeat' | 'quietHours'>

/** The steps of a policy on a line of time. */
export function StepLine({ policy: { steps, repeat, quietHours } }: { readonly policy: Drawn }) {
  const names = new Map(useAlertChannels().map((channel) => [channel.id, channelName(channel)]))
  return (
    <>
      <ol className={styles.line}>
        {steps.map(({ afterMinutes, alertChannelIds }, index) => (
          <li key={index}>
            <span className={styles.time}>{afterMinutes === 0 ? words.now : words.after(afterMinutes)}</span>
            <span className={styles.channels}>
              {alertChannelIds.flatMap((id) => names.get(id) ?? []).join(', ') || words.noChannel}
            </span>
          </li>
        ))}
      </ol>
      {repeat && <div className="small mute">{words.repeated(repeat.everyMinutes, repeat.times)}</div>}
      {quietHours.map(({ from, to, timeZone, kinds }, index) => (
        <div key={index} className="small mute">
          {words.quiet(from, to, timeZone, !kinds.includes('FAILURE'))}
        </div>
      ))}
    </>
  )
}
