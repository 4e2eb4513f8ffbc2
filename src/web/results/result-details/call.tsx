import { grpcStatusNames } from '#contract'
import { CodeView } from '../../ui/code/code-view.tsx'
import { languageOf } from '../../ui/code/languages.ts'
import { Pane } from '../../ui/pane.tsx'
import { listIn, objectIn, readable, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { FactList, DetailsTable, Holds } from './parts.tsx'
import { words } from './labels.ts'

function Call({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  const message = textIn(response['responseMessage'])
  const metadata = listIn(response['metadata']).map(objectIn)
  const methods = listIn(response['discoveredMethods']).flatMap((name) => textIn(name) ?? [])
  const address = [response['resolvedIp'], response['port']].map(textIn).filter(Boolean).join(' ')
  return (
    <Pane title={words.call} more={textIn(response['grpcMethod'])}>
      <FactList
        facts={[
          {
            name: words.status,
            value: <Holds is={response['grpcStatusCode'] === 0}>{statusOf(response)}</Holds>,
          },
          { name: words.health, value: textIn(response['healthStatusLabel']) },
          { name: words.address, value: address },
          { name: words.methods, value: methods.join(', ') },
        ]}
      />
      {metadata.length > 0 && (
        <DetailsTable
          label={words.metadata}
          columns={[
            { name: words.metadata, isMono: true },
            { name: words.data, isMono: true },
          ]}
          rows={metadata.map(({ key, value }) => [textIn(key), textIn(value)])}
        />
      )}
      {message && (
        <div className="pad">
          <CodeView label={words.answer} text={readable(message)} language={languageOf(message)} />
        </div>
      )}
    </Pane>
  )
}

/** "5 NOT_FOUND no such order". */
const statusOf = ({ grpcStatusCode: code, grpcStatusMessage: message }: Detail): string =>
  [textIn(code), grpcStatusNames[Number(code)], textIn(message)].filter(Boolean).join(' ')

/** A remote procedure call. */
export const call: DetailsView = {
  fits: (detail) => typeof objectIn(detail['response'])['grpcStatusCode'] === 'number',
  fields: ['response', 'grpcStatusCode', 'healthStatus'],
  View: Call,
}
