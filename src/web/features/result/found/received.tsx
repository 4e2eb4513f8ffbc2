import { CodeView } from '../../../ui/code/code-view.tsx'
import { objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { FoundView } from './found-view.ts'
import { FoundPane } from './parts.tsx'
import { words } from './words.ts'

function Received({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  const data = textIn(response['data'])
  return (
    <FoundPane title={words.received} more={textIn(response['remoteAddress'])}>
      {data ? (
        <div className="pad">
          <CodeView label={words.received} text={data} language="text" isWrapped hidesLabel />
        </div>
      ) : (
        <p className="padx pb mute">{words.nothingReceived}</p>
      )}
    </FoundPane>
  )
}

/** What a connection brought. */
export const received: FoundView = {
  fits: (detail) => typeof objectIn(detail['response'])['data'] === 'string',
  fields: ['response'],
  View: Received,
}
