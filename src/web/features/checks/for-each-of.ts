const atOnce = 6

/** Does the work for every item, six at a time; returns what went wrong. */
export async function forEachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<unknown[]> {
  const waiting = [...items]
  const errors: unknown[] = []
  let done = 0
  const turn = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => errors.push(error))
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, turn))
  return errors
}
