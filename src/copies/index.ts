// Copies of public pages elsewhere: in a directory, in a bucket, on a branch of a Git repository. Takes files by the name of
// their page. Keeps them as they are given, and removes those of other pages.
export { BucketTarget } from './bucket-target.ts'
export { CopyError } from './copy-error.ts'
export type { CopyTarget } from './copy-target.ts'
export { DirectoryTarget } from './directory-target.ts'
export { GitTarget } from './git-target.ts'
export type { GitOptions } from './git-target.ts'
