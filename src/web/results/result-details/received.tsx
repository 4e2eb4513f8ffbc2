import { CodeView } from '../../ui/code/code-view.tsx'
import { Pane } from '../../ui/pane.tsx'
import { objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { words } from './labels.ts'

function Received({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  const data = textIn(response['data'])
  return (
    <Pane title={words.received} more={textIn(response['remoteAddress'])}>
      {data ? (
        <div className="pad">
          <CodeView label={words.received} text={data} language="text" isWrapped hidesLabel />
        </div>
      ) : (
        <p className="padx pb mute">{words.nothingReceived}</p>
      )}
    </Pane>
  )
}

/** The data received over a connection. */
export const received: DetailsView = {
  fits: (detail) => typeof objectIn(detail['response'])['data'] === 'string',
  fields: ['response'],
  View: Received,
}
