import { Fragment } from 'react'
import type { ReactNode } from 'react'

const marks = /```([^]*?)```|<([^|>]+)\|([^>]*)>|<(https?:[^>]+)>|\*([^*\n]+)\*/g

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A text in the markup of Slack (mrkdwn) as it is shown there; its links lead nowhere. */
export function SlackText({ text }: { readonly text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    parts.push(unescaped(text.slice(end, match.index)), partOf(match))
    end = match.index + match[0].length
  }
  parts.push(unescaped(text.slice(end)))
  return (
    <div className="multiline">
      {parts.map((part, index) => (
        <Fragment key={index}>{part}</Fragment>
      ))}
    </div>
  )
}

function partOf([, code, url, label, plainUrl, bold]: RegExpMatchArray): ReactNode {
  if (code !== undefined) return <code>{unescaped(code)}</code>
  if (bold !== undefined) return <b>{unescaped(bold)}</b>
  return <span className="link">{unescaped(label ?? plainUrl ?? url ?? '')}</span>
}
