/** Pan and zoom: keeps one element's CSS transform, without any re-rendering. */

/** A rectangle in board units. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a view may ask of the camera. */
export interface Camera {
  /** The whole board, or, on a narrow screen with a tall board, its whole width. */
  fit(): void;
  /** Zoom by a factor, around the middle of the view. */
  zoom(factor: number): void;
  /** Bring an area into view (no more than needed), e.g. the cities of a ticket. */
  show(area: Area): void;
  destroy(): void;
}
