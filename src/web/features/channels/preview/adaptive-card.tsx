import { KeyValues } from '../../../ui/key-values.tsx'
import { listIn, textIn } from './read-message.ts'
import type { Json } from './read-message.ts'
import styles from './preview.module.css'

const colours: Readonly<Record<string, string>> = { Attention: 'fail', Warning: 'deg', Good: 'pass' }

/** An adaptive card as Microsoft Teams shows it. */
export const AdaptiveCard = ({ card }: { readonly card: Json }) => (
  <div className="stack">
    {listIn(card, 'body').map((element, index) => (
      <Element key={index} element={element} />
    ))}
    <span className="row wrap">
      {listIn(card, 'actions').map((action, index) => (
        <span key={index} className={styles.button}>
          {textIn(action, 'title')}
        </span>
      ))}
    </span>
  </div>
)

function Element({ element }: { readonly element: Json }) {
  if (textIn(element, 'type') === 'FactSet')
    return (
      <KeyValues>
        {listIn(element, 'facts').map((fact, index) => (
          <div key={index} className={styles.fact}>
            <dt>{shown(textIn(fact, 'title'))}</dt>
            <dd>{shown(textIn(fact, 'value'))}</dd>
          </div>
        ))}
      </KeyValues>
    )
  const isTitle = textIn(element, 'weight') === 'Bolder'
  const isCode = textIn(element, 'fontType') === 'Monospace'
  return (
    <p
      className={[
        'multiline',
        isTitle && styles.title,
        isCode && 'mono',
        isTitle && colours[textIn(element, 'color')],
      ].join(' ')}
    >
      {shown(textIn(element, 'text'))}
    </p>
  )
}

/** Text as its Markdown is shown: what the service escapes, emphasis and the labels of links. */
const shown = (text: string): string =>
  text
    .replaceAll(/(?<!\\)\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([[\]])/g, '$1')
    .replaceAll('**', '')
    .replaceAll('\n\n', '\n')
