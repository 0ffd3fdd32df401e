"""Turned rectangles, many at a time: how far they are apart, and which way leads out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Boxes:
    """Rectangles by their middles, the direction of their long sides, and half their sizes."""

    middles: Array
    along: Array
    halves: Array

    @classmethod
    def upright(cls, middles: Array, halves: Array) -> Boxes:
        """Rectangles that are not turned."""
        return cls(middles, np.tile(np.array([1.0, 0.0]), (len(middles), 1)), halves)

    def __getitem__(self, which: Array) -> Boxes:
        return Boxes(self.middles[which], self.along[which], self.halves[which])

    def across(self) -> Array:
        """The direction of their short sides."""
        return np.stack([-self.along[:, 1], self.along[:, 0]], axis=1)


def separation(ones: Boxes, others: Boxes) -> tuple[Array, Array]:
    """The gap of each pair along the axis that parts it best (below zero: overlap), and the way from other to one."""
    offset = ones.middles - others.middles
    sides = [(ones.along, ones.halves[:, :1]), (ones.across(), ones.halves[:, 1:])]
    sides += [(others.along, others.halves[:, :1]), (others.across(), others.halves[:, 1:])]
    axes = np.stack([side for side, _ in sides], axis=1)
    reach = sum(half * np.abs(np.einsum("nad,nd->na", axes, side)) for side, half in sides)
    apart = np.einsum("nad,nd->na", axes, offset)
    gaps = np.abs(apart) - reach
    best = np.argmax(gaps, axis=1)
    row = np.arange(len(best))
    sign = np.where(apart[row, best] < 0, -1.0, 1.0)
    return gaps[row, best], axes[row, best] * sign[:, None]


def from_points(points: Array, boxes: Boxes) -> tuple[Array, Array]:
    """How far each point is outside each box of the same number (negative inside), and the way from point to box."""
    offset = points - boxes.middles
    frame = np.stack([boxes.along, boxes.across()], axis=1)
    local = np.einsum("nad,nd->na", frame, offset)
    beyond = np.abs(local) - boxes.halves
    outside = np.maximum(beyond, 0)
    away = np.linalg.norm(outside, axis=1)
    face = np.eye(2)[np.argmax(beyond, axis=1)]
    direction = np.where(away[:, None] > 0, outside / (away[:, None] + 1e-9), face)
    direction = np.where(local < 0, -direction, direction)
    return away + np.minimum(beyond.max(axis=1), 0), -np.einsum("na,nad->nd", direction, frame)
