package io.weft.zoo;

import io.weft.strategy.line.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** All networks by name. */
public final class Zoo {
  private static final List<List<Integer>> VGG_11 =
      List.of(List.of(64), List.of(128), List.of(256, 256), List.of(512, 512), List.of(512, 512));

  private static final Map<String, Function<String, Profile>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("resnet-50", name -> ResNet.of(name, List.of(3, 4, 6, 3)));
    ALL.put("resnet-101", name -> ResNet.of(name, List.of(3, 4, 23, 3)));
    ALL.put("resnet-152", name -> ResNet.of(name, List.of(3, 8, 36, 3)));
    ALL.put("vgg-16", Vgg::sixteen);
    ALL.put("densenet-201", name -> DenseNet.of(name, List.of(6, 12, 48, 32)));
    ALL.put("inception-v4", InceptionV4::named);
    ALL.put("bert-base", name -> Bert.of(name, 12, 768, 64));
    ALL.put("bert-large", name -> Bert.of(name, 24, 1024, 8));
    ALL.put("gpt2-small", name -> Decoder.gpt2(name, 12, 768, 8));
    ALL.put("gpt2-medium", name -> Decoder.gpt2(name, 24, 1024, 4));
    ALL.put("gpt2-large", name -> Decoder.gpt2(name, 36, 1280, 2));
    ALL.put("gpt2-xl", name -> Decoder.gpt2(name, 48, 1600, 1));
    ALL.put("decoder-7b", Decoder::sevenBillion);
    ALL.put("mlp", name -> Trained.perceptron(name, List.of(1024, 2560, 2560, 2560, 10)));
    ALL.put("resnet18", name -> Trained.resnet(name, List.of(64, 128, 256, 512)));
    ALL.put("vgg", name -> Trained.vgg(name, VGG_11));
    ALL.put("vgg-nano", name -> Trained.vgg(name, List.of(List.of(16), List.of(32), List.of(64))));
    ALL.put("gpt-nano", name -> Trained.gpt(name, 4, 128, 64));
    ALL.put("gpt-mini", name -> Trained.gpt(name, 6, 384, 256));
    ALL.put("gpt-small", name -> Trained.gpt(name, 12, 768, 1024));
  }

  private static final Map<String, Profile> MADE = new ConcurrentHashMap<>();

  private Zoo() {}

  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** The network of a name in any case; an unknown one is refused with the nearest. */
  public static Profile named(String name) {
    var key = name.toLowerCase(Locale.ROOT);
    var maker = ALL.get(key);
    if (maker == null) {
      throw new IllegalArgumentException(
          "there is no model '%s'%s: give one of %s"
              .formatted(
                  name,
                  Nearest.to(key, ALL.keySet()).map(", did you mean '%s'?"::formatted).orElse(""),
                  String.join(", ", ALL.keySet())));
    }
    return MADE.computeIfAbsent(key, maker);
  }
}
