/** Words of error messages. No other word of a message is in a crash report, so that nothing of a check can be. */
const vocabulary = new Set(
  `a abort aborted access address after already an and any argument array assertion assign at await be before boolean
   bound buffer call called cannot class closed connection constructor constant convert could created deadlock defined
   destroyed directory does empty end error exceeded exception exist expected expired failed failure file filter finite
   found from function get handle has heap id illegal in index infinite initialization instance instantiated integer
   internal invalid invoked is it iterable iterator json key length limit listen lock locked map maximum memory method
   missing module must name negative neither never next no not null number object of on only open operation option or
   out overflow own parse permission permitted pipe pointer position promise property properties proxy range read
   reading received recursive reduce reference regular rejected rejection required reset resolved return running runs
   server set size socket stack state stopped stream string such supported symbol system the this thread time timed
   timeout to too token type undefined unexpected unhandled unknown unreachable use used valid value variable was when
   with without worker write writing wrong yet zero`.split(/\s+/),
)

/** Names and codes of errors, as they are written. */
const names = new Set(
  `Error TypeError RangeError ReferenceError SyntaxError EvalError URIError AggregateError AssertionError AbortError
   TimeoutError Fault Unavailable E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EBADF EBUSY ECANCELED ECONNABORTED
   ECONNREFUSED ECONNRESET EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EINTR EINVAL EIO EISDIR ELOOP EMFILE ENAMETOOLONG
   ENETUNREACH ENFILE ENOENT ENOMEM ENOSPC ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND EPERM EPIPE EPROTO EROFS ETIMEDOUT
   EXDEV`.split(/\s+/),
)

const leftOut = '…'
const maxRead = 2_000
const maxWords = 40
const maxFrames = 30
const quoted = /"[^"]*"?|'[^']*'?|`[^`]*`?|“[^”]*”?|\{[^}]*\}?|\[[^\]]*\]?|<[^>]*>?|\S*[/@\\=]\S*/g
const ownFrame = /(src\/[a-z0-9-]+(?:\/[a-z0-9-]+){0,5}\.[cm]?ts):(\d{1,5}):(\d{1,4})\)?$/

/** A message of which only words of a fixed vocabulary and names of errors are left; the rest is an ellipsis. */
export function scrubMessage(message: string): string {
  const words: string[] = []
  for (const word of message
    .slice(0, maxRead)
    .replace(quoted, ` ${leftOut} `)
    .split(/[\s:;,.()!?]+/)) {
    if (words.length >= maxWords) break
    const kept = names.has(word) || vocabulary.has(word.toLowerCase()) ? word : leftOut
    if (word !== '' && !(kept === leftOut && words.at(-1) === leftOut)) words.push(kept)
  }
  return words.join(' ')
}

/** The places in source files of this program in a stack, one a line. `isOwn` says whether there is such a file. */
export const scrubStack = (stack: string, isOwn: (path: string) => boolean = () => true): string =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, path = '', row, column] = ownFrame.exec(line.trim()) ?? []
      return path !== '' && isOwn(path) ? [`${path}:${row}:${column}`] : []
    })
    .slice(0, maxFrames)
    .join('\n')
