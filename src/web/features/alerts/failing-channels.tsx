import { Link } from '@tanstack/react-router'
import { OctagonAlert } from 'lucide-react'
import { useAlertChannels } from '../../alerting/api.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatFull } from '../../ui/format.ts'
import { channelName } from '../../alerting/channel-name.ts'
import { Note } from '../../ui/note.tsx'
import styles from './failing-channels.module.css'

const words = lateTexts.alertDetail
const mostShown = 3

/** Channels over which nobody hears anything at this moment. */
export function FailingChannels() {
  const failing = useAlertChannels().filter(({ deliveryState }) => deliveryState === 'FAILING')
  return failing.slice(0, mostShown).map(({ id, config, failingSince, lastError, consecutiveFailures }) => (
    <Note key={id} kind="failing" className={styles.failing}>
      <OctagonAlert className="ic s" aria-hidden="true" />
      <span className="grow anywhere">
        <b>{words.refuses(channelName({ id, config }), failingSince === null ? null : formatFull(failingSince))}</b>{' '}
        {words.failures(consecutiveFailures)} {lastError?.slice(0, 200)}
      </span>
      <Button size="small" asChild>
        <Link to="/channels/$id" params={{ id: String(id) }}>
          {words.openChannel}
        </Link>
      </Button>
    </Note>
  ))
}
