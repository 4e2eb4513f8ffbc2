import { useMemo, useState } from 'react'
import styles from './document-frame.module.css'
import { completeFrame, framedDocument } from './preview-document.ts'

/** A document that runs nothing and leads nowhere. */
export function DocumentFrame({ title, text }: { readonly title: string; readonly text: string }) {
  const framed = useMemo(() => framedDocument(text), [text])
  const [height, setHeight] = useState<number>()
  return (
    <iframe
      className={styles.frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={framed}
      height={height}
      onLoad={({ currentTarget: { contentDocument: shown } }) => {
        if (shown === null) return
        completeFrame(shown)
        setHeight(shown.documentElement.scrollHeight)
      }}
    />
  )
}
