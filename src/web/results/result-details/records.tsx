import { CodeView } from '../../ui/code/code-view.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { listIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { FactList, DetailsTable } from './parts.tsx'
import { words } from './labels.ts'

const answerIn = (detail: Detail): Detail => objectIn(objectIn(detail['response'])['json'])
const flags = ['TC', 'RD', 'RA', 'AD', 'CD']

function Records({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  const answer = answerIn(detail)
  const rows = listIn(answer['Answer']).map(objectIn)
  const text = textIn(response['text'])
  return (
    <Pane title={words.records} more={textIn(response['responseCode'])}>
      {rows.length === 0 ? (
        <p className="padx mute">{words.noRecords}</p>
      ) : (
        <DetailsTable
          label={words.records}
          columns={[
            { name: words.name, isMono: true },
            { name: words.type },
            { name: words.timeToLive, isNumber: true },
            { name: words.data, isMono: true },
          ]}
          rows={rows.map((row) => [
            textIn(row['name']),
            textIn(row['type']),
            typeof row['TTL'] === 'number' ? formatDuration(row['TTL'] * 1_000) : null,
            textIn(row['data']),
          ])}
        />
      )}
      <FactList
        facts={[
          { name: words.responseCode, value: textIn(response['responseCode']) },
          { name: words.nameServer, value: textIn(response['nameServer']) },
          { name: words.protocol, value: textIn(response['protocol']) },
          { name: words.flags, value: flags.filter((flag) => answer[flag] === true).join(', ') },
        ]}
      />
      {text && (
        <div className="pad">
          <CodeView label={words.asText} text={text} language="text" />
        </div>
      )}
    </Pane>
  )
}

/** The response of a name server. */
export const records: DetailsView = {
  fits: (detail) => Array.isArray(answerIn(detail)['Answer']),
  fields: ['response'],
  View: Records,
}
