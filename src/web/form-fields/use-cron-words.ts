import { useEffect, useState } from 'react'

/** Five fields of cron in the words of the page; null until they are there, and for what has none. */
export function useCronWords(cron: string | null): string | null {
  const [words, setWords] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    const show = (next: string | null): void => {
      if (isWanted) setWords(next)
    }
    if (cron === null) show(null)
    // Who reads them only once has not loaded them: without them the expression is there.
    else
      import('./cron-words.ts').then(
        ({ cronWords }) => show(cronWords(cron)),
        () => show(null),
      )
    return () => {
      isWanted = false
    }
  }, [cron])
  return words
}
