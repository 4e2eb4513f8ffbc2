import styles from './prose.module.css'

interface ProseProps {
  readonly text: string
  /** The same as safe HTML, which the service made; null: it is shown as it was typed. */
  readonly html: string | null
}

/** Text in Markdown as readers of status pages see it. */
export const Prose = ({ text, html }: ProseProps) =>
  html === null ? (
    <p className="multiline">{text}</p>
  ) : (
    <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
  )
