export { markdownHtml } from './markdown-html.ts'
