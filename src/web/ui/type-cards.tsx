import type { ReactNode } from 'react'
import styles from './type-cards.module.css'

interface TypeCardsProps<T extends string> {
  readonly types: readonly T[]
  readonly names: Readonly<Record<T, string>>
  readonly texts?: Readonly<Record<T, string>>
  /** Before the name. */
  readonly markOf?: (type: T) => ReactNode
  readonly onChoose: (type: T) => void
}

/** The types of something that is made, to choose one. */
export const TypeCards = <T extends string>({ types, names, texts, markOf, onChoose }: TypeCardsProps<T>) => (
  <div className={`${styles.types} mt16`}>
    {types.map((type) => (
      <button key={type} type="button" className={styles.type} onClick={() => onChoose(type)}>
        <b className="row">
          {markOf?.(type)}
          {names[type]}
        </b>
        {texts && <span className="small dim">{texts[type]}</span>}
      </button>
    ))}
  </div>
)
