"""Gradient descent that goes on where it was broken off."""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import TypeVar

import torch
from torch import Tensor, nn

Item = TypeVar("Item")


def fit(
    module: nn.Module,
    loss: Callable[[Sequence[Item]], Tensor],
    batches: Callable[[random.Random], Sequence[Sequence[Item]]],
    work: Path,
    rates: Sequence[tuple[Iterable[nn.Parameter], float]],
    epochs: int,
) -> None:
    """Train ``module`` on the batches of each epoch; ``rates`` are its parameters with their highest learning rates.

    The rate rises over the first twelfth of the steps and falls linearly to nothing. Weights and the state of the
    training go to ``work`` after each epoch; a run that was broken off goes on from its last whole epoch.
    """
    work.mkdir(parents=True, exist_ok=True)
    optimizer = torch.optim.AdamW(
        [{"params": list(group), "lr": rate} for group, rate in rates], weight_decay=0.01, fused=True
    )
    total = epochs * len(batches(random.Random(0)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / total * 12, max(0.01, 1 - step / total))
    )
    parts = {"module": module, "optimizer": optimizer, "schedule": schedule}
    first = 0
    if (work / "state.pt").exists():
        saved = torch.load(work / "state.pt")
        first = saved.pop("epochs")
        for name, part in parts.items():
            part.load_state_dict(saved[name])
    for epoch in range(first, epochs):
        torch.manual_seed(epoch)
        module.train()
        losses: list[float] = []
        for items in batches(random.Random(epoch)):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                value = loss(items)
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(module.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(value.item())
            if len(losses) % 50 == 0:
                print(f"{time.strftime('%X')} epoch {epoch} step {len(losses)} {fmean(losses[-50:]):.3f}", flush=True)
        torch.save({name: part.state_dict() for name, part in parts.items()} | {"epochs": epoch + 1}, work / "new.pt")
        (work / "new.pt").replace(work / "state.pt")


def parameters(module: nn.Module, encoder: nn.Module) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """The parameters of an encoder, and all others of the module that it is part of."""
    inside = list(encoder.parameters())
    known = set(map(id, inside))
    return inside, [each for each in module.parameters() if id(each) not in known]
