/** CPU time of this thread so far, in milliseconds. Unlike a clock it does not count the time of other programs. */
export function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
