/** The ending of this project's modules: TypeScript in the repository, JavaScript in the package. */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** What Node needs before the name of one of this project's modules, to run it in a process of its own. */
export const nodeArguments: readonly string[] = extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
