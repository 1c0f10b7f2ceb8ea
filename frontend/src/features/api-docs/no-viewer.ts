/** In place of the viewer in a saved file: there is no server whose interface it could show. */
export function draw(): void {}
