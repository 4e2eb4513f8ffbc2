/** The name of a service whose clients are those of the hosted product, served as they are (docs/compatibility.md). */
export const dropInName = 'checkly'
