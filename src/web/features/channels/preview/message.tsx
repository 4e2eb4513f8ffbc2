import { Bell } from 'lucide-react'
import { formatNumber } from '../../../ui/format.ts'
import { lateTexts } from '../../../strings/late.ts'
import { reasonText } from '../../../strings/reason-text.ts'
import { CodeBlock } from '../../../ui/copy.tsx'
import { DocumentFrame } from '../../../ui/document-frame.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import type { ChannelPreview } from '../api.ts'
import { AdaptiveCard } from './adaptive-card.tsx'
import { cardIn, isInBlocks, readJson, spokenIn, textIn } from './read-message.ts'
import { SlackMessage } from './slack-message.tsx'
import { partsOfSms } from './sms-parts.ts'
import styles from './preview.module.css'

const words = lateTexts.setup.channels
type Request = ChannelPreview['requests'][number]

/** The example of a message as its receiver sees it. */
export function Message({ preview: { type, mail, requests, problem } }: { readonly preview: ChannelPreview }) {
  if (mail) return <Mail mail={mail} />
  if (problem) return <p>{reasonText(problem)}</p>
  return requests.map((request, index) => <OfRequest key={index} type={type} request={request} />)
}

const Mail = ({ mail }: { readonly mail: NonNullable<ChannelPreview['mail']> }) => (
  <div className="stack">
    <KeyValues>
      <dt>{words.message.from}</dt>
      <dd>{mail.from}</dd>
      <dt>{words.message.subject}</dt>
      <dd>{mail.subject}</dd>
    </KeyValues>
    <DocumentFrame title={words.previewOf} text={mail.html} />
    <details>
      <summary>{words.message.plainText}</summary>
      <CodeBlock label={words.message.plainText} text={mail.text} />
    </details>
  </div>
)

function OfRequest({ type, request }: { readonly type: ChannelPreview['type']; readonly request: Request }) {
  const text = request.text ?? ''
  if (type === 'SMS') return <Sms text={text} />
  if (type === 'CALL') return <Call text={spokenIn(text)} />
  if (type === 'WEB_PUSH') return <Notification text={text} />
  const message = readJson(request.body ?? '')
  const card = cardIn(message)
  return (
    <div className="stack">
      {card !== undefined && (
        <div className={styles.message} role="group" aria-label={words.previewOf}>
          <AdaptiveCard card={card} />
        </div>
      )}
      {isInBlocks(message) && (
        <div className={styles.message} role="group" aria-label={words.previewOf}>
          <SlackMessage message={message} />
        </div>
      )}
      <Sent request={request} isOpen={card === undefined && !isInBlocks(message)} />
    </div>
  )
}

/** The request itself, its body indented if it is JSON. */
function Sent({ request: { method, url, body }, isOpen }: { readonly request: Request; readonly isOpen: boolean }) {
  const read = readJson(body ?? '')
  return (
    <details open={isOpen}>
      <summary className="anywhere">
        {method} {url}
      </summary>
      <CodeBlock label={words.message.body} text={read === null ? (body ?? '') : JSON.stringify(read, null, 2)} />
    </details>
  )
}

function Sms({ text }: { readonly text: string }) {
  const { characters, parts } = partsOfSms(text)
  return (
    <div className="stack">
      <p className={`multiline ${styles.bubble}`}>{text}</p>
      <p className="small dim">{words.message.sms(formatNumber(characters), parts)}</p>
    </div>
  )
}

const Call = ({ text }: { readonly text: string }) => (
  <div className="stack">
    <blockquote className={styles.spoken}>{text}</blockquote>
    <p className="small dim">{words.message.spokenTwice}</p>
  </div>
)

function Notification({ text }: { readonly text: string }) {
  const message = readJson(text)
  return (
    <div className={`row ${styles.notification}`} role="group" aria-label={words.previewOf}>
      <Bell className="ic" aria-hidden="true" />
      <div className="stack gap4">
        <b>{textIn(message, 'title')}</b>
        <p className="multiline">{textIn(message, 'body')}</p>
      </div>
    </div>
  )
}
