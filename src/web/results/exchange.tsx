import { useState } from 'react'
import { lateTexts } from '../strings/late.ts'
import { CodeView } from '../ui/code/code-view.tsx'
import { languageOf } from '../ui/code/languages.ts'
import { Segmented } from '../ui/segmented.tsx'
import { HeaderList } from './header-list.tsx'
import { objectIn, readable, statusIn, textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'

const words = lateTexts.result
const longestShown = 200_000

/** Request and response, as plain text. */
export function Exchange({ detail }: { readonly detail: Detail }) {
  const [request, response] = [objectIn(detail['request']), objectIn(detail['response'])]
  // Other protocols have addresses too, and separate panes.
  if (textIn(request['method']) === null) return null
  return (
    <div className="cols c2 pane">
      <Side
        title={words.request}
        first={`${textIn(request['method']) ?? ''} ${textIn(request['url']) ?? ''}`}
        headers={request['headers']}
        body={textIn(request['data'])}
      />
      <Side
        title={words.response}
        first={
          [statusIn(response), textIn(response['statusText']), textIn(response['remoteAddress'])]
            .filter(Boolean)
            .join(' ') || words.script.noResponse
        }
        headers={response['headers']}
        body={textIn(response['body'])}
      />
    </div>
  )
}

const Side = ({
  title,
  first,
  headers,
  body,
}: {
  readonly title: string
  readonly first: string
  readonly headers: unknown
  readonly body: string | null
}) => (
  <section className="pad stack" aria-label={title}>
    <h2>{title}</h2>
    <p className="mono anywhere">{first}</p>
    {Object.keys(objectIn(headers)).length > 0 && (
      <>
        <h3>{words.headers}</h3>
        <HeaderList headers={headers} />
      </>
    )}
    {body ? <Body text={body} /> : <p className="mute">{words.noBody}</p>}
  </section>
)

/** A body, over several lines where that makes it easier to read, or as it came. */
function Body({ text }: { readonly text: string }) {
  const [isRaw, setRaw] = useState(false)
  const pretty = readable(text)
  return (
    <>
      {pretty !== text && (
        <div>
          <Segmented
            isSmall
            label={words.bodyView}
            value={isRaw ? 'raw' : 'pretty'}
            options={[
              { value: 'pretty', label: words.pretty },
              { value: 'raw', label: words.raw },
            ]}
            onChange={(value) => setRaw(value === 'raw')}
          />
        </div>
      )}
      <CodeView
        label={words.body}
        text={(isRaw ? text : pretty).slice(0, longestShown)}
        language={isRaw ? 'text' : languageOf(text)}
      />
    </>
  )
}
