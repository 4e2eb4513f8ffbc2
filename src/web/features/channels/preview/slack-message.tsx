import { at, listIn, textIn } from './read-message.ts'
import type { Json } from './read-message.ts'
import { SlackText } from './slack-text.tsx'
import styles from './preview.module.css'

/** A message in Block Kit: its heading, and each attachment along a line in the colour of the state. */
export const SlackMessage = ({ message }: { readonly message: Json }) => (
  <div className="stack">
    {listIn(message, 'blocks').map((block, index) => (
      <Block key={index} block={block} />
    ))}
    {listIn(message, 'attachments').map((attachment, index) => (
      <div
        key={index}
        className={`stack ${styles.attachment}`}
        style={{ borderLeftColor: textIn(attachment, 'color') || 'currentColor' }}
      >
        {listIn(attachment, 'blocks').map((block, place) => (
          <Block key={place} block={block} />
        ))}
      </div>
    ))}
  </div>
)

function Block({ block }: { readonly block: Json }) {
  const type = textIn(block, 'type')
  if (type === 'header') return <b className={styles.title}>{textIn(at(block, 'text'), 'text')}</b>
  if (type === 'actions') return <Buttons block={block} />
  const fields = listIn(block, 'fields')
  if (fields.length === 0) return <SlackText text={textIn(at(block, 'text'), 'text')} />
  return (
    <div className={styles.fields}>
      {fields.map((field, index) => (
        <SlackText key={index} text={textIn(field, 'text')} />
      ))}
    </div>
  )
}

const Buttons = ({ block }: { readonly block: Json }) => (
  <span className="row wrap">
    {listIn(block, 'elements').map((element, index) => (
      <span key={index} className={styles.button}>
        {textIn(at(element, 'text'), 'text')}
      </span>
    ))}
  </span>
)
