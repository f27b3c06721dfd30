/** The parsed body of a response. @typeParam T its shape, which the caller knows */
export function json<T>(response: Response): Promise<T> {
  return response.json();
}
