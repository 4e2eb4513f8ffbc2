export { listComponentFeeds } from './component-feeds.ts'
export { readDuePages, tryFeed } from './follow-pages.ts'
export type { FeedReading, FetchFeed, KnownAnswer } from './follow-pages.ts'
export type { FollowedComponent } from './followed-components.ts'
